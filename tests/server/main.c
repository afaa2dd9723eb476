/* A server with the tiny game among its games, and in a second build with two versions of its rules. */
#include <stdio.h>
#include <string.h>

#include "serve.h"

int main(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "serve") == 0)
        return serve_main(argc - 2, argv + 2);
    fprintf(stderr, "usage: %s serve [OPTION...]\n", argv[0]);
    return 2;
}
