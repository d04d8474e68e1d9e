BEGIN TRANSACTION;
CREATE TABLE account (
	id INTEGER NOT NULL, 
	login TEXT NOT NULL, 
	name TEXT NOT NULL, 
	source VARCHAR(8) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	password TEXT, 
	party_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	seen DOUBLE, 
	disabled DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(party_id) REFERENCES party (id), 
	UNIQUE (login)
);
INSERT INTO "account" VALUES(1,'ada','Name of ada','local','student',NULL,1,1.79544076938931035998e+09,1.79544076941261386871e+09,NULL);
INSERT INTO "account" VALUES(2,'bob','Name of bob','local','student',NULL,1,1.79544076948739457131e+09,1.79544076948818707465e+09,NULL);
INSERT INTO "account" VALUES(3,'cyd','Name of cyd','local','student',NULL,2,1.79544076950127220156e+09,1.79544076951647615437e+09,NULL);
CREATE TABLE admission (
	version_id INTEGER NOT NULL, 
	started DOUBLE, 
	finished DOUBLE, 
	cpu_seconds DOUBLE NOT NULL, 
	verdict TEXT NOT NULL, 
	findings JSON NOT NULL, 
	private JSON NOT NULL, 
	PRIMARY KEY (version_id), 
	FOREIGN KEY(version_id) REFERENCES version (id) ON DELETE CASCADE
);
INSERT INTO "admission" VALUES(1,NULL,1.79544076945170950889e+09,0.0,'Admitted.','[]','{"printed": "p"}');
INSERT INTO "admission" VALUES(2,NULL,1.79544076949840807912e+09,0.0,'Admitted.','[]','{"printed": "p"}');
INSERT INTO "admission" VALUES(3,NULL,1.79544076952849841113e+09,0.0,'Admitted.','[]','{"printed": "p"}');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	time DOUBLE NOT NULL, 
	account_id INTEGER, 
	action TEXT NOT NULL, 
	target TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79544076945183086395e+09,1,'note','1');
INSERT INTO "audit" VALUES(2,1.79544076949850845339e+09,2,'note','2');
INSERT INTO "audit" VALUES(3,1.79544076952858948706e+09,3,'note','3');
CREATE TABLE bot (
	id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	password TEXT, 
	party_id INTEGER, 
	house VARCHAR(40) NOT NULL, 
	created DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(party_id) REFERENCES party (id), 
	UNIQUE (name)
);
INSERT INTO "bot" VALUES(1,'bot-1','hash 1',1,'',1.79544076952883076671e+09);
INSERT INTO "bot" VALUES(2,'bot-2','hash 2',2,'',1.79544076952885508537e+09);
INSERT INTO "bot" VALUES(3,'stranger-1','hash',NULL,'',1.79544076952886199954e+09);
CREATE TABLE bot_session (
	id VARCHAR(64) NOT NULL, 
	bot_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(bot_id) REFERENCES bot (id) ON DELETE CASCADE, 
	UNIQUE (bot_id)
);
INSERT INTO "bot_session" VALUES('0000000000000000000000000000000000000000000000000000000000000001',1,1.79544076954104352e+09);
INSERT INTO "bot_session" VALUES('0000000000000000000000000000000000000000000000000000000000000002',2,1.7954407695410909653e+09);
CREATE TABLE entrant (
	id INTEGER NOT NULL, 
	code VARCHAR(12) NOT NULL, 
	ladder_id INTEGER NOT NULL, 
	party_id INTEGER NOT NULL, 
	house VARCHAR(40) NOT NULL, 
	active_id INTEGER, 
	crashes INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT entrant_active FOREIGN KEY(active_id) REFERENCES version (id), 
	FOREIGN KEY(ladder_id) REFERENCES ladder (id), 
	FOREIGN KEY(party_id) REFERENCES party (id), 
	UNIQUE (code), 
	UNIQUE (ladder_id, party_id)
);
INSERT INTO "entrant" VALUES(1,'code1',1,1,'',2,0);
INSERT INTO "entrant" VALUES(2,'code2',1,2,'',3,0);
CREATE TABLE entry (
	run_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	version_id INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	ties INTEGER NOT NULL, 
	losses INTEGER NOT NULL, 
	faults INTEGER NOT NULL, 
	mean DOUBLE, 
	low DOUBLE, 
	high DOUBLE, 
	rating DOUBLE, 
	rating_low DOUBLE, 
	rating_high DOUBLE, 
	rank INTEGER, 
	moved INTEGER, 
	cpu_seconds DOUBLE NOT NULL, 
	moves INTEGER NOT NULL, 
	slowest_ms DOUBLE NOT NULL, 
	phases JSON NOT NULL, 
	PRIMARY KEY (run_id, place), 
	FOREIGN KEY(entrant_id) REFERENCES entrant (id), 
	FOREIGN KEY(run_id) REFERENCES run (id), 
	FOREIGN KEY(version_id) REFERENCES version (id)
);
INSERT INTO "entry" VALUES(1,1,1,1,0,0,0,0,0,0,NULL,NULL,NULL,1500.0,NULL,NULL,1,NULL,0.0,0,0.0,'[]');
INSERT INTO "entry" VALUES(1,3,2,3,0,0,0,0,0,0,NULL,NULL,NULL,1500.0,NULL,NULL,3,NULL,0.0,0,0.0,'[]');
CREATE TABLE forgotten (
	id VARCHAR(64) NOT NULL, 
	time DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE game (
	id INTEGER NOT NULL, 
	run_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	deal INTEGER NOT NULL, 
	fixture JSON NOT NULL, 
	scores JSON NOT NULL, 
	record_digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(record_digest) REFERENCES record (digest), 
	FOREIGN KEY(run_id) REFERENCES run (id), 
	UNIQUE (run_id, number)
);
INSERT INTO "game" VALUES(1,1,1,1,'{}','[1, 2]','dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd');
CREATE TABLE job (
	id INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	"key" VARCHAR(80) NOT NULL, 
	target INTEGER NOT NULL, 
	priority INTEGER NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	created DOUBLE NOT NULL, 
	started DOUBLE, 
	finished DOUBLE, 
	worker TEXT NOT NULL, 
	lease DOUBLE, 
	attempts INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	note TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "job" VALUES(1,'admission','admission-1',1,1,'queued',1.79544076945180892945e+09,NULL,NULL,'',NULL,0,0,0,'');
INSERT INTO "job" VALUES(2,'admission','admission-2',2,1,'queued',1.79544076949849128717e+09,NULL,NULL,'',NULL,0,0,0,'');
INSERT INTO "job" VALUES(3,'admission','admission-3',3,1,'queued',1.79544076952857208249e+09,NULL,NULL,'',NULL,0,0,0,'');
CREATE TABLE ladder (
	id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	contest VARCHAR(40) NOT NULL, 
	title TEXT NOT NULL, 
	opens DOUBLE, 
	freezes DOUBLE, 
	state VARCHAR(8) NOT NULL, 
	nightly BOOLEAN NOT NULL, 
	run_cpu_seconds DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (name)
);
INSERT INTO "ladder" VALUES(1,'hearts-four','hearts-four','Hearts, four',NULL,NULL,'open',1,NULL);
CREATE TABLE link (
	id VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	expires DOUBLE NOT NULL, 
	used DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "link" VALUES('7d9b91e74e8d16cc1367044094c96af60b4c8221f2fbd31c080973dd6f8d77e2',1,1.79544076943550491337e+09,1.79665036943550491328e+09,NULL);
INSERT INTO "link" VALUES('ec496a6970cc5cab4b34807f7db241ad366016381efc6229c0b4efb85c343f1b',2,1.79544076948862838744e+09,1.79665036948862838744e+09,NULL);
INSERT INTO "link" VALUES('264993e3b9a7e51b4a74d666d8af9f561cdd974718f624ee7b82d864bcbfa7bb',3,1.79544076952643251419e+09,1.79665036952643251424e+09,NULL);
CREATE TABLE login (
	id VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	expires DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "login" VALUES('a06fb7b62d32745cd1136a7d974da58bbe779e488e7a3be48932f9af8582204e',1,1.79544076941261386871e+09,1.79665036941261386876e+09);
INSERT INTO "login" VALUES('8b5f60f50584feb1ba7416062b043b74dd81146413ffe29220a3485c48c8305a',2,1.79544076948818707465e+09,1.79665036948818707465e+09);
INSERT INTO "login" VALUES('ede410a36b9b5bd7a91a70119bf7f7bf8b0cb8898859a61ba72c19187b16ab73',3,1.79544076951647615437e+09,1.79665036951647615428e+09);
CREATE TABLE meeting (
	version_id INTEGER NOT NULL, 
	rung VARCHAR(40) NOT NULL, 
	deals INTEGER NOT NULL, 
	mean DOUBLE, 
	half_width DOUBLE, 
	rating DOUBLE, 
	low DOUBLE, 
	high DOUBLE, 
	faults INTEGER NOT NULL, 
	move_ms DOUBLE, 
	PRIMARY KEY (version_id, rung), 
	FOREIGN KEY(version_id) REFERENCES version (id) ON DELETE CASCADE
);
INSERT INTO "meeting" VALUES(1,'',1,0.0,0.0,0.0,0.0,0.0,0,NULL);
INSERT INTO "meeting" VALUES(2,'',1,0.0,0.0,0.0,0.0,0.0,0,NULL);
INSERT INTO "meeting" VALUES(3,'',1,0.0,0.0,0.0,0.0,0.0,0,NULL);
CREATE TABLE meeting_game (
	version_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	written DOUBLE NOT NULL, 
	seat INTEGER NOT NULL, 
	score DOUBLE NOT NULL, 
	place INTEGER NOT NULL, 
	fault TEXT NOT NULL, 
	against TEXT NOT NULL, 
	record TEXT NOT NULL, 
	printed TEXT NOT NULL, 
	times_ms JSON NOT NULL, 
	PRIMARY KEY (version_id, number), 
	FOREIGN KEY(version_id) REFERENCES version (id) ON DELETE CASCADE
);
INSERT INTO "meeting_game" VALUES(1,1,1.79544076945177960395e+09,0,1.0,1,'','basic','{"memories": "m"}','p','[]');
INSERT INTO "meeting_game" VALUES(2,1,1.79544076949846529963e+09,0,1.0,1,'','basic','{"memories": "m"}','p','[]');
INSERT INTO "meeting_game" VALUES(3,1,1.7954407695285487175e+09,0,1.0,1,'','basic','{"memories": "m"}','p','[]');
CREATE TABLE pair (
	run_id INTEGER NOT NULL, 
	a INTEGER NOT NULL, 
	b INTEGER NOT NULL, 
	deals INTEGER NOT NULL, 
	mean DOUBLE NOT NULL, 
	half_width DOUBLE, 
	PRIMARY KEY (run_id, a, b), 
	FOREIGN KEY(run_id) REFERENCES run (id)
);
INSERT INTO "pair" VALUES(1,1,2,1,0.5,NULL);
CREATE TABLE party (
	id INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	pseudonym TEXT NOT NULL, 
	name TEXT NOT NULL, 
	open_name BOOLEAN NOT NULL, 
	withdrawn DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (pseudonym)
);
INSERT INTO "party" VALUES(1,'group','group-ada and bob','ada and bob',0,NULL);
INSERT INTO "party" VALUES(2,'person','deft-egret-9874','Name of cyd',0,NULL);
CREATE TABLE private_log (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	version_id INTEGER NOT NULL, 
	written DOUBLE NOT NULL, 
	printed TEXT NOT NULL, 
	traceback TEXT NOT NULL, 
	memories JSON NOT NULL, 
	times_ms JSON NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES game (id), 
	FOREIGN KEY(version_id) REFERENCES version (id)
);
INSERT INTO "private_log" VALUES(1,1,1,1.79544076945206427576e+09,'hello','KeyError','["m"]','[]');
INSERT INTO "private_log" VALUES(1,3,3,1.79544076952877354621e+09,'hello','KeyError','["m"]','[]');
CREATE TABLE record (
	digest VARCHAR(64) NOT NULL, 
	blob BLOB NOT NULL, 
	PRIMARY KEY (digest)
);
INSERT INTO "record" VALUES('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd',X'789CAB564ACA4C2956B252888EAD050019C603F1');
CREATE TABLE run (
	id INTEGER NOT NULL, 
	ladder_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	state VARCHAR(9) NOT NULL, 
	seed VARCHAR(24) NOT NULL, 
	settings JSON NOT NULL, 
	planned DOUBLE NOT NULL, 
	started DOUBLE, 
	finished DOUBLE, 
	expected_seconds DOUBLE, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(ladder_id) REFERENCES ladder (id), 
	UNIQUE (ladder_id, number)
);
INSERT INTO "run" VALUES(1,1,1,'button','complete','s','{}',1.79544076937945604327e+09,NULL,NULL,NULL,'');
CREATE TABLE seat (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	version_id INTEGER NOT NULL, 
	score DOUBLE NOT NULL, 
	place INTEGER NOT NULL, 
	fault TEXT NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(entrant_id) REFERENCES entrant (id), 
	FOREIGN KEY(game_id) REFERENCES game (id), 
	FOREIGN KEY(version_id) REFERENCES version (id)
);
INSERT INTO "seat" VALUES(1,1,1,1,1.0,1,'');
INSERT INTO "seat" VALUES(1,3,2,3,1.0,3,'');
CREATE TABLE sw_game (
	id INTEGER NOT NULL, 
	leader INTEGER NOT NULL, 
	started DOUBLE NOT NULL, 
	finished DOUBLE, 
	PRIMARY KEY (id)
);
INSERT INTO "sw_game" VALUES(1,0,1.79544076954110598566e+09,NULL);
INSERT INTO "sw_game" VALUES(2,0,1.79544076956015181542e+09,NULL);
CREATE TABLE sw_minute (
	minute INTEGER NOT NULL, 
	rounds INTEGER NOT NULL, 
	PRIMARY KEY (minute)
);
INSERT INTO "sw_minute" VALUES(29924012,2);
CREATE TABLE sw_round (
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	leader INTEGER NOT NULL, 
	led VARCHAR(3) NOT NULL, 
	followed VARCHAR(3), 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES sw_game (id)
);
INSERT INTO "sw_round" VALUES(1,1,0,'C01','S01');
INSERT INTO "sw_round" VALUES(2,1,0,'C01','S01');
CREATE TABLE sw_seat (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	bot_id INTEGER NOT NULL, 
	hand TEXT NOT NULL, 
	bid INTEGER, 
	due DOUBLE, 
	tricks INTEGER, 
	score INTEGER, 
	forfeited BOOLEAN NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(bot_id) REFERENCES bot (id), 
	FOREIGN KEY(game_id) REFERENCES sw_game (id)
);
INSERT INTO "sw_seat" VALUES(1,0,1,'C01 C02',1,1.79544076955732655525e+09,NULL,NULL,0);
INSERT INTO "sw_seat" VALUES(1,1,2,'S01 S02',1,1.7954407695600705147e+09,NULL,NULL,0);
INSERT INTO "sw_seat" VALUES(2,0,1,'C01 C02',1,1.79544076956609416004e+09,NULL,NULL,0);
INSERT INTO "sw_seat" VALUES(2,1,3,'S01 S02',1,1.79544076956614923482e+09,NULL,NULL,0);
CREATE TABLE token (
	id VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	label TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	used DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "token" VALUES('917841a4a038738dbc95199a54eafbab9c6a0d001119235154207c07e8190e4b',1,'laptop',1.79544076943554377552e+09,NULL);
INSERT INTO "token" VALUES('583cc8954188968df66e6c4e4aff098d561a47e32c843a5b20835f54845d89de',2,'laptop',1.79544076948866224291e+09,NULL);
INSERT INTO "token" VALUES('f75bd1146a5d2f56602a0a6a9380bf28e949492af1072932e1c8776fd59ffc4f',3,'laptop',1.79544076952646923061e+09,NULL);
CREATE TABLE version (
	id INTEGER NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	language VARCHAR(24) NOT NULL, 
	filename TEXT NOT NULL, 
	source BLOB, 
	origin VARCHAR(10) NOT NULL, 
	uploaded DOUBLE NOT NULL, 
	account_id INTEGER, 
	state VARCHAR(10) NOT NULL, 
	flagged TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id), 
	FOREIGN KEY(entrant_id) REFERENCES entrant (id), 
	UNIQUE (entrant_id, number)
);
INSERT INTO "version" VALUES(1,1,1,'0000000000000000000000000000000000000000000000000000000000000001','python','python','1.py',X'23206279206164610A','page',1.79544076943557929992e+09,1,'admitted','');
INSERT INTO "version" VALUES(2,1,2,'0000000000000000000000000000000000000000000000000000000000000002','python','python','2.py',X'2320627920626F620A','page',1.79544076948869323734e+09,2,'admitted','');
INSERT INTO "version" VALUES(3,2,3,'0000000000000000000000000000000000000000000000000000000000000003','python','python','3.py',X'23206279206379640A','page',1.79544076952650356296e+09,3,'admitted','');
CREATE TABLE watched (
	account_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	PRIMARY KEY (account_id, game_id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE, 
	FOREIGN KEY(game_id) REFERENCES game (id)
);
INSERT INTO "watched" VALUES(1,1);
INSERT INTO "watched" VALUES(2,1);
INSERT INTO "watched" VALUES(3,1);
CREATE INDEX ix_audit_time ON audit (time);
CREATE INDEX job_next ON job (state, priority, created);
CREATE INDEX ix_account_party_id ON account (party_id);
CREATE INDEX ix_entrant_party_id ON entrant (party_id);
CREATE INDEX ix_link_account_id ON link (account_id);
CREATE INDEX ix_login_account_id ON login (account_id);
CREATE INDEX ix_login_expires ON login (expires);
CREATE INDEX ix_token_account_id ON token (account_id);
CREATE INDEX ix_version_state ON version (state);
CREATE INDEX ix_version_uploaded ON version (uploaded);
CREATE INDEX version_digest ON version (digest);
CREATE INDEX entry_entrant ON entry (entrant_id);
CREATE INDEX entry_rank ON entry (run_id, rank);
CREATE INDEX ix_private_log_version_id ON private_log (version_id);
CREATE INDEX ix_private_log_written ON private_log (written);
CREATE INDEX seat_entrant ON seat (entrant_id, game_id);
CREATE INDEX ix_bot_party_id ON bot (party_id);
CREATE INDEX ix_sw_game_finished ON sw_game (finished);
CREATE INDEX sw_seat_bot ON sw_seat (bot_id, game_id);
CREATE INDEX ix_meeting_game_written ON meeting_game (written);
COMMIT;
