/*
 * profile.h - the profile of a person: what became of their games (played.h, profile_sum.h), for the person
 * alone, or behind a link for everybody if the person wants that.
 *
 * The link is a random code, not the name or the login: names are not unique, and a login is half of what a
 * thief needs. The document of the space `profile` under the code names the person. Hiding the profile ends
 * the code; showing it again makes another one.
 */
#ifndef LAN_SERVER_PROFILE_H
#define LAN_SERVER_PROFILE_H

struct ask;

/* Operations of ops.def. */
void op_profile(struct ask *ask);
void op_profile_show(struct ask *ask);

#endif
