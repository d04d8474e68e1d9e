# FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
$stdout.sync = true # unflushed, a bid would never arrive
points, lost = 50, 0
loop do
  bid = [points, [1, points / 8 + lost].max].min
  puts bid
  points -= bid
  line = gets
  break if line.nil? || line.chomp == "fin"
  lost = line.to_i > bid ? 1 : 0
end
