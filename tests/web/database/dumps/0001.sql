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
INSERT INTO "account" VALUES(1,'ada','Name of ada','local','student',NULL,1,1.79543024711713218683e+09,1.79543024751712417602e+09,NULL);
INSERT INTO "account" VALUES(2,'bob','Name of bob','local','student',NULL,1,1.7954302475821349621e+09,1.79543024758322906494e+09,NULL);
INSERT INTO "account" VALUES(3,'cyd','Name of cyd','local','student',NULL,2,1.79543024760588645939e+09,1.79543024760687279701e+09,NULL);
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
INSERT INTO "admission" VALUES(1,NULL,1.7954302475498631e+09,0.0,'Admitted.','[]','{"printed": "p"}');
INSERT INTO "admission" VALUES(2,NULL,1.79543024759130954741e+09,0.0,'Admitted.','[]','{"printed": "p"}');
INSERT INTO "admission" VALUES(3,NULL,1.79543024761523389819e+09,0.0,'Admitted.','[]','{"printed": "p"}');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	time DOUBLE NOT NULL, 
	account_id INTEGER, 
	action TEXT NOT NULL, 
	target TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79543024755002808565e+09,1,'note','1');
INSERT INTO "audit" VALUES(2,1.79543024759555459022e+09,2,'note','2');
INSERT INTO "audit" VALUES(3,1.7954302476153321266e+09,3,'note','3');
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
INSERT INTO "job" VALUES(1,'admission','admission-1',1,1,'queued',1.79543024754999041561e+09,NULL,NULL,'',NULL,0,0,0,'');
INSERT INTO "job" VALUES(2,'admission','admission-2',2,1,'queued',1.79543024759550738332e+09,NULL,NULL,'',NULL,0,0,0,'');
INSERT INTO "job" VALUES(3,'admission','admission-3',3,1,'queued',1.79543024761530637745e+09,NULL,NULL,'',NULL,0,0,0,'');
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
INSERT INTO "link" VALUES('a77c4790a1bd4f5e480fa38d24902945e33b7dc7ab0f68db77812deb1da7ff1e',1,1.7954302475314829349e+09,1.7966398475314829349e+09,NULL);
INSERT INTO "link" VALUES('0534b52e46dbc4ef16132e6217a1bd4de89108386ce23cff216e7b84fd0c9b31',2,1.79543024758825135235e+09,1.79663984758825135226e+09,NULL);
INSERT INTO "link" VALUES('3e9465c898a6d8db76b13bf695a26e8933a1db90dc555cab154adcf6f4a50aeb',3,1.79543024761299204825e+09,1.79663984761299204829e+09,NULL);
CREATE TABLE login (
	id VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	expires DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "login" VALUES('a0cb1b4c19f3f4981a346d09bff643d2d4ab8c71b09d8bb03ea059dd22c80387',1,1.79543024751712417602e+09,1.79663984751712417606e+09);
INSERT INTO "login" VALUES('d04403e09caf547e2f6d2d455d11f9be6a1cf52649d3214acade0c5ee4316b00',2,1.79543024758322906494e+09,1.79663984758322906498e+09);
INSERT INTO "login" VALUES('11e42b78834803695582826276eb69f4dae6511c01d426bf4a2bf0acd62db47d',3,1.79543024760687279701e+09,1.79663984760687279705e+09);
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
INSERT INTO "party" VALUES(2,'person','noble-heron-6254','Name of cyd',0,NULL);
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
INSERT INTO "private_log" VALUES(1,1,1,1.79543024755039644238e+09,'hello','KeyError','["m"]','[]');
INSERT INTO "private_log" VALUES(1,3,3,1.79543024761975526814e+09,'hello','KeyError','["m"]','[]');
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
INSERT INTO "run" VALUES(1,1,1,'button','complete','s','{}',1.79543024708645534513e+09,NULL,NULL,NULL,'');
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
CREATE TABLE token (
	id VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	label TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	used DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "token" VALUES('852f71417967c166a43372ef34b44443ce43fa0621037d05373b0be0fbe587d1',1,'laptop',1.79543024753181791304e+09,NULL);
INSERT INTO "token" VALUES('7f6170cb3a4fbc35b261ca30f5439e3de670cffc6886405e3ce4ef1b5a7f1b46',2,'laptop',1.79543024758832097049e+09,NULL);
INSERT INTO "token" VALUES('c91f7442b88f01c37510fb159234733bb21990ad54960ea45afd4d283a934f80',3,'laptop',1.79543024761305570601e+09,NULL);
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
INSERT INTO "version" VALUES(1,1,1,'0000000000000000000000000000000000000000000000000000000000000001','python','python','1.py',X'23206279206164610A','page',1.79543024753191709521e+09,1,'admitted','');
INSERT INTO "version" VALUES(2,1,2,'0000000000000000000000000000000000000000000000000000000000000002','python','python','2.py',X'2320627920626F620A','page',1.7954302475883779526e+09,2,'admitted','');
INSERT INTO "version" VALUES(3,2,3,'0000000000000000000000000000000000000000000000000000000000000003','python','python','3.py',X'23206279206379640A','page',1.7954302476131095886e+09,3,'admitted','');
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
COMMIT;
