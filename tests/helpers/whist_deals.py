"""Two deals of SkullWhist as a scripted server deals them."""

from scripted_whist import Deal

DEALS = (
    Deal(
        ("C02", "C09", "C12", "D01", "D06", "D13", "H03", "H08", "H11", "S02", "S05", "S09", "S12"),
        ("C03", "C10", "C13", "D02", "D07", "D08", "D11", "H01", "H04", "H13", "S03", "S06", "S10"),
        bot_leads=True,
    ),
    Deal(
        ("C01", "C04", "C05", "C08", "D03", "D05", "D09", "H02", "H05", "H07", "H10", "H12", "S01"),
        ("C06", "C07", "C11", "D04", "D10", "D12", "H06", "H09", "S04", "S07", "S08", "S11", "S13"),
        bot_leads=False,
    ),
)
