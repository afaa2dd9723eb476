"""The recorded scene of passkeys: refusals, and the list. Challenges are not recorded, since no two servers
make the same."""

from scenes_games import scene

ANSWER = {"credential": "aWQ", "client": "e30", "data": "AA", "signature": "AA", "user": "AA"}


@scene(seed=69)
def passkeys(world):
    """Without a page, as a guest, with an account."""
    ada = world.client("Ada")
    line = ada.line()
    for call in (ada, line):
        call.fails("passkeys")
        call.fails("passkey-ask")
        call.fails("passkey-new", password="bon appétit")
        call.fails("passkey-add", name="Phone", client="e30", attestation="oA")
        call.fails("passkey-login", **ANSWER)
        call.fails("passkey-remove", passkey="aWQ")
        call.fails("passkey-rename", passkey="aWQ", name="Phone")
    ada("signup", login="Ada", password="bon appétit")
    line = ada.line()
    for call in (ada, line):
        call("passkeys")
        call.fails("passkey-remove", passkey="aWQ")
        call.fails("passkey-rename", passkey="no base64", name="Phone")
        call.fails("passkey-rename", passkey="aWQ")
    ada.fails("passkey-add", name="Phone", client="e30", attestation="oA")
