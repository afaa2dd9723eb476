/* carry.h - the program's command `lanterne store`: brings a store up to date, checks it, moves it elsewhere. */
#ifndef LAN_SERVER_CARRY_H
#define LAN_SERVER_CARRY_H

/* Exit status: 0 done, 1 failed or something is wrong with the store, 2 wrong usage. */
int carry_main(int argc, char **argv);

#endif
