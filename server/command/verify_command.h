/* verify_command.h - `lanterne verify`: checks the dice of a record. */
#ifndef LAN_SERVER_VERIFY_COMMAND_H
#define LAN_SERVER_VERIFY_COMMAND_H

/* Exit status: 0 all is as it must be, 1 it is not or cannot be verified, 2 wrong usage, 3 no record. */
int verify_main(int argc, char **argv);

#endif
