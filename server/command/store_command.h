/* store_command.h - `lanterne store`: upgrades, checks, exports and imports a store. */
#ifndef LAN_SERVER_STORE_COMMAND_H
#define LAN_SERVER_STORE_COMMAND_H

/* Exit status: 0 done, 1 failed or the store is damaged, 2 wrong usage. */
int store_command_main(int argc, char **argv);

#endif
