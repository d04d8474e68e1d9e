"""From an upload to a player on the ladder.

uploads          accepts a file: limits, version, job, all in one transaction; what pages tell about versions
checks           the job: checked here or on another computer; admitted, refused, or broken on our side
placement_games  the provisional rating: its games against the baselines
copies           copies and near copies among versions
"""
