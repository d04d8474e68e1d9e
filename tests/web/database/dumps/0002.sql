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
INSERT INTO "account" VALUES(1,'ada','Name of ada','local','student',NULL,1,1.79543955614290571209e+09,1.79543955615388178825e+09,NULL);
INSERT INTO "account" VALUES(2,'bob','Name of bob','local','student',NULL,1,1.79543955624636268619e+09,1.79543955624713563916e+09,NULL);
INSERT INTO "account" VALUES(3,'cyd','Name of cyd','local','student',NULL,2,1.79543955627203178403e+09,1.79543955627264308931e+09,NULL);
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
INSERT INTO "admission" VALUES(1,NULL,1.79543955619393777846e+09,0.0,'Admitted.','[]','{"printed": "p"}');
INSERT INTO "admission" VALUES(2,NULL,1.79543955624894690514e+09,0.0,'Admitted.','[]','{"printed": "p"}');
INSERT INTO "admission" VALUES(3,NULL,1.79543955628379535678e+09,0.0,'Admitted.','[]','{"printed": "p"}');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	time DOUBLE NOT NULL, 
	account_id INTEGER, 
	action TEXT NOT NULL, 
	target TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79543955619405174251e+09,1,'note','1');
INSERT INTO "audit" VALUES(2,1.79543955624901509279e+09,2,'note','2');
INSERT INTO "audit" VALUES(3,1795439556.28387,3,'note','3');
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
INSERT INTO "bot" VALUES(1,'bot-1','hash 1',1,'',1.79543955628413343431e+09);
INSERT INTO "bot" VALUES(2,'bot-2','hash 2',2,'',1.79543955628416061396e+09);
INSERT INTO "bot" VALUES(3,'stranger-1','hash',NULL,'',1.7954395562841684818e+09);
CREATE TABLE bot_session (
	id VARCHAR(64) NOT NULL, 
	bot_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(bot_id) REFERENCES bot (id) ON DELETE CASCADE, 
	UNIQUE (bot_id)
);
INSERT INTO "bot_session" VALUES('0000000000000000000000000000000000000000000000000000000000000001',1,1.79543955631115508082e+09);
INSERT INTO "bot_session" VALUES('0000000000000000000000000000000000000000000000000000000000000002',2,1.79543955631122040747e+09);
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
INSERT INTO "job" VALUES(1,'admission','admission-1',1,1,'queued',1.79543955619402885439e+09,NULL,NULL,'',NULL,0,0,0,'');
INSERT INTO "job" VALUES(2,'admission','admission-2',2,1,'queued',1.79543955624899816518e+09,NULL,NULL,'',NULL,0,0,0,'');
INSERT INTO "job" VALUES(3,'admission','admission-3',3,1,'queued',1.79543955628385090827e+09,NULL,NULL,'',NULL,0,0,0,'');
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
INSERT INTO "link" VALUES('4c2cfba5488359242be76cf018376750b28f70b5522ab3dfbb9d57dbde8aae08',1,1.7954395561568953991e+09,1.79664915615689539914e+09,NULL);
INSERT INTO "link" VALUES('e35ebc0ad7bd3a435ac0cf157643d35e7f630b0b247b4b4eaea275fa688c0787',2,1.79543955624760842321e+09,1.79664915624760842321e+09,NULL);
INSERT INTO "link" VALUES('88491b8908788c80edc2d17e1f9d0d5f7448118b6bd9e6cd81a2e9ce8c9c2127',3,1.79543955628212690352e+09,1.79664915628212690356e+09,NULL);
CREATE TABLE login (
	id VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	expires DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "login" VALUES('571d8eb67580a6c670aa7a103ae77ecc0c9490eeb9ba69773f1c1f0e1eeb6820',1,1.79543955615388178825e+09,1.79664915615388178825e+09);
INSERT INTO "login" VALUES('3a3de46134794dc3c0c69b3722e13d9715880d407e1cfaf11059988f357722f4',2,1.79543955624713563916e+09,1.7966491562471356392e+09);
INSERT INTO "login" VALUES('0338e2276e94186a9760bc6f1f16a955bd09693d5984ff45f698578284790d23',3,1.79543955627264308931e+09,1.79664915627264308931e+09);
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
INSERT INTO "party" VALUES(2,'person','calm-dolphin-2786','Name of cyd',0,NULL);
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
INSERT INTO "private_log" VALUES(1,1,1,1.79543955619431400303e+09,'hello','KeyError','["m"]','[]');
INSERT INTO "private_log" VALUES(1,3,3,1.79543955628407192232e+09,'hello','KeyError','["m"]','[]');
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
INSERT INTO "run" VALUES(1,1,1,'button','complete','s','{}',1.79543955610378503794e+09,NULL,NULL,NULL,'');
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
INSERT INTO "sw_game" VALUES(1,0,1.79543955631123614306e+09,NULL);
INSERT INTO "sw_game" VALUES(2,0,1.79543955631263136866e+09,NULL);
CREATE TABLE sw_minute (
	minute INTEGER NOT NULL, 
	rounds INTEGER NOT NULL, 
	PRIMARY KEY (minute)
);
INSERT INTO "sw_minute" VALUES(29923992,2);
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
INSERT INTO "sw_seat" VALUES(1,0,1,'C01 C02',1,1.79543955631252574916e+09,NULL,NULL,0);
INSERT INTO "sw_seat" VALUES(1,1,2,'S01 S02',1,1.79543955631258511543e+09,NULL,NULL,0);
INSERT INTO "sw_seat" VALUES(2,0,1,'C01 C02',1,1.7954395563348739147e+09,NULL,NULL,0);
INSERT INTO "sw_seat" VALUES(2,1,3,'S01 S02',1,1.79543955633494400981e+09,NULL,NULL,0);
CREATE TABLE token (
	id VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	label TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	used DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "token" VALUES('b0be37368fdb6e52499a573947ba6736a7444be3f886dfc8427db7d95bb3fd50',1,'laptop',1.7954395561569337845e+09,NULL);
INSERT INTO "token" VALUES('780aad44a28815e4358523516ded5627c43183cb67cb9d8e8787d633a4ef5afd',2,'laptop',1.79543955624764156337e+09,NULL);
INSERT INTO "token" VALUES('2735949ab0853829decc89a06100d94dab41db3f543c3845f2b3487b63ec8521',3,'laptop',1.79543955628216624258e+09,NULL);
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
INSERT INTO "version" VALUES(1,1,1,'0000000000000000000000000000000000000000000000000000000000000001','python','python','1.py',X'23206279206164610A','page',1.79543955615697193141e+09,1,'admitted','');
INSERT INTO "version" VALUES(2,1,2,'0000000000000000000000000000000000000000000000000000000000000002','python','python','2.py',X'2320627920626F620A','page',1.79543955624767374995e+09,2,'admitted','');
INSERT INTO "version" VALUES(3,2,3,'0000000000000000000000000000000000000000000000000000000000000003','python','python','3.py',X'23206279206379640A','page',1.79543955628220486646e+09,3,'admitted','');
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
COMMIT;
