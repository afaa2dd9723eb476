/* bot_program.h - `lanterne bot`: a built-in bot as a program that speaks the protocol of docs/bots.md. */
#ifndef LAN_BOT_PROGRAM_H
#define LAN_BOT_PROGRAM_H

#include "args.h"

int cmd_bot(const struct settings *settings);

#endif
