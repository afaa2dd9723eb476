/* Breaks a contract while the full screen is shown; left.py looks at what stays on the terminal. */
#include <locale.h>

#include "lan.h"
#include "tty.h"

int main(void)
{
    setlocale(LC_ALL, "");
    if (!tty_open(true))
        return 2;
    int lanterns = 2;
    lan_assert(lanterns == 3);
    return 0;
}
