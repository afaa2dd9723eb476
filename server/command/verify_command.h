/*
 * verify_command.h - the command `lanterne verify`: the dice of a finished game recomputed from its record,
 * and the records of several people at one table checked against each other.
 */
#ifndef LAN_SERVER_VERIFY_COMMAND_H
#define LAN_SERVER_VERIFY_COMMAND_H

#include "lan.h"

/*
 * Prints what was found, in the language wanted. Exit status: 0 all agree, 1 they do not or nothing can be
 * verified, 2 wrong usage, 3 no sound record, 4 what there is agrees, but it does not prove the dice to all
 * people at the table (only some added bytes, or none of several records is a full one).
 */
int verify_main(int argc, char **argv, enum lan_lang wanted);

#endif
