#pragma once
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Swift 6 refuses C's global variables, of which ncurses is made (stdscr, LINES), and cannot read its macros and varargs.
// So each call stands here once, on stdscr. All of them belong to one thread: ncurses is not thread safe.

/// Text as UTF-8, whatever the environment says: setlocale(3). Returns 0 when there is no such locale.
static inline int kopilka_ncurses_use_utf8(void) {
    if (setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
    return setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

/// newterm(3) on the standard streams, as a terminal of this kind; NULL when nobody described it here.
static inline void *kopilka_ncurses_open(const char *kind) {
    // The size is the terminal's, not that of LINES and COLUMNS, which nobody changes when the window does.
    use_env(FALSE);
    use_tioctl(TRUE);
    return newterm(kind, stdout, stdin);
}

// Codes of our own behind those of ncurses: what stands before and behind a paste.
enum { KOPILKA_KEY_PASTE = 0x2001, KOPILKA_KEY_PASTE_END = 0x2002 };

/// Keys one by one and unchanged, function keys as such, Esc at once: raw(3), keypad(3), set_escdelay(3), define_key(3).
static inline void kopilka_ncurses_prepare(int escape_delay) {
    set_escdelay(escape_delay);
    raw();
    noecho();
    nonl();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    leaveok(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    curs_set(0);
    // What other terminals of the family send for the same keys: TERM is often that of another one, through tmux or ssh.
    static const struct { const char *sequence; int key; } keys[] = {
        {"\033[A", KEY_UP}, {"\033OA", KEY_UP}, {"\033[B", KEY_DOWN}, {"\033OB", KEY_DOWN},
        {"\033[C", KEY_RIGHT}, {"\033OC", KEY_RIGHT}, {"\033[D", KEY_LEFT}, {"\033OD", KEY_LEFT},
        {"\033[H", KEY_HOME}, {"\033OH", KEY_HOME}, {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME},
        {"\033[F", KEY_END}, {"\033OF", KEY_END}, {"\033[4~", KEY_END}, {"\033[8~", KEY_END},
        {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE}, {"\033[3~", KEY_DC}, {"\033[Z", KEY_BTAB},
        {"\033OP", KEY_F(1)}, {"\033[11~", KEY_F(1)}, {"\033OQ", KEY_F(2)}, {"\033[12~", KEY_F(2)},
        {"\033[200~", KOPILKA_KEY_PASTE}, {"\033[201~", KOPILKA_KEY_PASTE_END},
    };
    for (size_t index = 0; index < sizeof keys / sizeof keys[0]; index++) {
        if (!key_defined(keys[index].sequence)) define_key(keys[index].sequence, keys[index].key);
    }
}

/// The six colours on the terminal's own background as pairs 1 ... 6: start_color(3). Returns 0 when there are none.
static inline int kopilka_ncurses_use_colors(void) {
    if (!has_colors() || start_color() == ERR) return 0;
    short background = use_default_colors() == OK ? -1 : COLOR_BLACK;
    for (short color = 1; color <= 6; color++) init_pair(color, color, background);
    return 1;
}

/// Clicks and the wheel: mousemask(3).
static inline void kopilka_ncurses_use_mouse(void) {
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
}

/// getmouse(3). Returns 1 for a click, 2 for the wheel up, 3 for the wheel down, else 0.
static inline int kopilka_ncurses_mouse(int *row, int *column) {
    MEVENT event;
    if (getmouse(&event) != OK) return 0;
    *row = event.y;
    *column = event.x;
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) return 1;
    if (event.bstate & BUTTON4_PRESSED) return 2;
    if (event.bstate & BUTTON5_PRESSED) return 3;
    return 0;
}

enum {
    KOPILKA_NCURSES_BOLD = 1,
    KOPILKA_NCURSES_DIM = 2,
    KOPILKA_NCURSES_REVERSE = 4,
    KOPILKA_NCURSES_UNDERLINE = 8,
};

/// wattr_set(3), mvwaddnwstr(3).
static inline void kopilka_ncurses_put(int row, int column, const wchar_t *text, int count, int look, int color) {
    attr_t attributes = A_NORMAL;
    if (look & KOPILKA_NCURSES_BOLD) attributes |= A_BOLD;
    if (look & KOPILKA_NCURSES_DIM) attributes |= A_DIM;
    if (look & KOPILKA_NCURSES_REVERSE) attributes |= A_REVERSE;
    if (look & KOPILKA_NCURSES_UNDERLINE) attributes |= A_UNDERLINE;
    wattr_set(stdscr, attributes, (short)color, NULL);
    mvwaddnwstr(stdscr, row, column, text, count);
}

static inline void kopilka_ncurses_erase(void) {
    wattr_set(stdscr, A_NORMAL, 0, NULL);
    werase(stdscr);
}

/// wrefresh(3), with the cursor there, or hidden when the row is below zero.
static inline void kopilka_ncurses_refresh(int row, int column) {
    curs_set(row < 0 ? 0 : 1);
    if (row >= 0) wmove(stdscr, row, column);
    wrefresh(stdscr);
}

/// Everything is drawn anew at the next refresh: clearok(3).
static inline void kopilka_ncurses_forget(void) { clearok(stdscr, TRUE); }

static inline void kopilka_ncurses_size(int *rows, int *columns) {
    *rows = getmaxy(stdscr);
    *columns = getmaxx(stdscr);
}

static inline void kopilka_ncurses_resize(int rows, int columns) { resizeterm(rows, columns); }

/// wget_wch(3). Returns 1 for a character, 2 for a key, 0 when nothing waits.
static inline int kopilka_ncurses_read(unsigned *value) {
    wint_t code = 0;
    int kind = wget_wch(stdscr, &code);
    *value = (unsigned)code;
    return kind == OK ? 1 : kind == KEY_CODE_YES ? 2 : 0;
}

static inline void kopilka_ncurses_leave(void) { endwin(); }

static inline void kopilka_ncurses_close(void *screen) {
    endwin();
    delscreen((SCREEN *)screen);
}

/// A string of the terminal's description, NULL when it has none: tigetstr(3).
static inline const char *kopilka_ncurses_string(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

enum {
    KOPILKA_KEY_DOWN = KEY_DOWN,
    KOPILKA_KEY_UP = KEY_UP,
    KOPILKA_KEY_LEFT = KEY_LEFT,
    KOPILKA_KEY_RIGHT = KEY_RIGHT,
    KOPILKA_KEY_HOME = KEY_HOME,
    KOPILKA_KEY_END = KEY_END,
    KOPILKA_KEY_NPAGE = KEY_NPAGE,
    KOPILKA_KEY_PPAGE = KEY_PPAGE,
    KOPILKA_KEY_BACKSPACE = KEY_BACKSPACE,
    KOPILKA_KEY_DC = KEY_DC,
    KOPILKA_KEY_BTAB = KEY_BTAB,
    KOPILKA_KEY_ENTER = KEY_ENTER,
    KOPILKA_KEY_F0 = KEY_F0,
    KOPILKA_KEY_SLEFT = KEY_SLEFT,
    KOPILKA_KEY_SRIGHT = KEY_SRIGHT,
    KOPILKA_KEY_MOUSE = KEY_MOUSE,
};
