-- FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
import System.IO (BufferMode (LineBuffering), hSetBuffering, isEOF, stdout)

main :: IO ()
main = do
    hSetBuffering stdout LineBuffering -- or the bid would never arrive
    play 50 0

play :: Int -> Int -> IO ()
play points lost = do
    let bid = min points (max 1 (points `div` 8 + lost))
    print bid
    over <- isEOF
    line <- if over then return "fin" else getLine
    if line == "fin"
        then return ()
        else play (points - bid) (if read line > bid then 1 else 0)
