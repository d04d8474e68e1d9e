"""A learning platform of a test: a pair of keys, and messages signed with it."""

import json
import time
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

ISSUER, CLIENT = "https://platform.example", "tool-7"

SETTINGS = f"""
base_url = "https://ladder.example"
[lti]
issuer = "{ISSUER}"
client_id = "{CLIENT}"
auth_url = "{ISSUER}/auth"
jwks_file = "platform.json"
"""

CLAIM = "https://purl.imsglobal.org/spec/lti/claim"


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def jwks(key: rsa.RSAPrivateKey) -> str:
    """What the platform publishes of its key."""
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
    return json.dumps({"keys": [{**public, "kid": "1", "use": "sig", "alg": "RS256"}]})


def claims(nonce: str, /, **other: Any) -> dict[str, Any]:
    """A student's launch."""
    now = int(time.time())
    told = {"iss": ISSUER, "aud": CLIENT, "sub": "person-1", "nonce": nonce, "iat": now, "exp": now + 300}
    lti = {
        f"{CLAIM}/message_type": "LtiResourceLinkRequest",
        f"{CLAIM}/version": "1.3.0",
        f"{CLAIM}/roles": [],
    }
    return {**told, **lti, "name": "Ada Lovelace", **other}


def signed(key: Any, told: dict[str, Any], algorithm: str = "RS256") -> str:
    return jwt.encode(told, key, algorithm, {"kid": "1"})
