/* store_command.h - the program's command `lanterne store`: brings a store up to date, checks it, moves it elsewhere. */
#ifndef LAN_SERVER_STORE_COMMAND_H
#define LAN_SERVER_STORE_COMMAND_H

/* Exit status: 0 done, 1 failed or something is wrong with the store, 2 wrong usage. */
int store_command_main(int argc, char **argv);

#endif
