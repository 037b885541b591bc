#pragma once
#include <cairo/cairo-pdf.h>
#include <cairo/cairo.h>
#include <dlfcn.h>
#include <stddef.h>

// libcairo is loaded when the first picture is drawn, not with the program: with what it needs itself it is 18 libraries,
// which would cost every start of the gateway several milliseconds, also where nothing is ever drawn. So no function of
// it is called by its name; each stands in the table below, and the functions kopilka_cairo_NAME call it from there.
//
// EACH names them all once, with the types of what they take: Fn for n parameters.
#define KOPILKA_CAIRO_EACH(F0, F1, F2, F3, F4, F5)                                                                 \
    F0(const char *, version_string)                                                                                   \
    F1(const char *, status_to_string, cairo_status_t)                                                                 \
    F3(cairo_surface_t *, image_surface_create, cairo_format_t, int, int)                                              \
    F3(cairo_status_t, surface_write_to_png_stream, cairo_surface_t *, cairo_write_func_t, void *)                     \
    F4(cairo_surface_t *, pdf_surface_create_for_stream, cairo_write_func_t, void *, double, double)                   \
    F3(void, pdf_surface_set_metadata, cairo_surface_t *, cairo_pdf_metadata_t, const char *)                          \
    F1(cairo_status_t, surface_status, cairo_surface_t *)                                                              \
    F1(void, surface_finish, cairo_surface_t *)                                                                        \
    F1(void, surface_destroy, cairo_surface_t *)                                                                       \
    F1(cairo_t *, create, cairo_surface_t *)                                                                           \
    F1(void, destroy, cairo_t *)                                                                                       \
    F1(cairo_status_t, status, cairo_t *)                                                                              \
    F1(void, save, cairo_t *)                                                                                          \
    F1(void, restore, cairo_t *)                                                                                       \
    F3(void, translate, cairo_t *, double, double)                                                                     \
    F3(void, scale, cairo_t *, double, double)                                                                         \
    F2(void, rotate, cairo_t *, double)                                                                                \
    F5(void, set_source_rgba, cairo_t *, double, double, double, double)                                               \
    F2(void, set_line_width, cairo_t *, double)                                                                        \
    F4(void, set_dash, cairo_t *, const double *, int, double)                                                         \
    F2(void, set_line_join, cairo_t *, cairo_line_join_t)                                                              \
    F1(void, paint, cairo_t *)                                                                                         \
    F1(void, new_path, cairo_t *)                                                                                      \
    F3(void, move_to, cairo_t *, double, double)                                                                       \
    F3(void, line_to, cairo_t *, double, double)                                                                       \
    F1(void, close_path, cairo_t *)                                                                                    \
    F1(void, fill, cairo_t *)                                                                                          \
    F1(void, fill_preserve, cairo_t *)                                                                                 \
    F1(void, stroke, cairo_t *)                                                                                        \
    F4(void, select_font_face, cairo_t *, const char *, cairo_font_slant_t, cairo_font_weight_t)                       \
    F2(void, set_font_size, cairo_t *, double)                                                                         \
    F2(void, set_font_options, cairo_t *, const cairo_font_options_t *)                                                \
    F0(cairo_font_options_t *, font_options_create)                                                                    \
    F2(void, font_options_set_hint_style, cairo_font_options_t *, cairo_hint_style_t)                                  \
    F2(void, font_options_set_hint_metrics, cairo_font_options_t *, cairo_hint_metrics_t)                              \
    F1(void, font_options_destroy, cairo_font_options_t *)                                                             \
    F3(void, text_extents, cairo_t *, const char *, cairo_text_extents_t *)                                            \
    F2(void, show_text, cairo_t *, const char *)

#define KOPILKA_CAIRO_FIELD0(R, name) R (*name)(void);
#define KOPILKA_CAIRO_FIELD1(R, name, A) R (*name)(A);
#define KOPILKA_CAIRO_FIELD2(R, name, A, B) R (*name)(A, B);
#define KOPILKA_CAIRO_FIELD3(R, name, A, B, C) R (*name)(A, B, C);
#define KOPILKA_CAIRO_FIELD4(R, name, A, B, C, D) R (*name)(A, B, C, D);
#define KOPILKA_CAIRO_FIELD5(R, name, A, B, C, D, E) R (*name)(A, B, C, D, E);

typedef struct {
    KOPILKA_CAIRO_EACH(KOPILKA_CAIRO_FIELD0, KOPILKA_CAIRO_FIELD1, KOPILKA_CAIRO_FIELD2, KOPILKA_CAIRO_FIELD3,
        KOPILKA_CAIRO_FIELD4, KOPILKA_CAIRO_FIELD5)
} kopilka_cairo;

// Loads the library and fills the table. Gives back what failed, NULL when nothing did.
static inline const char *kopilka_cairo_load(kopilka_cairo *cairo) {
    void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define KOPILKA_CAIRO_FIND(R, name, ...)                                                                               \
    *(void **)&cairo->name = dlsym(library, "cairo_" #name);                                                           \
    if (!cairo->name) return "it has no function cairo_" #name;
    KOPILKA_CAIRO_EACH(KOPILKA_CAIRO_FIND, KOPILKA_CAIRO_FIND, KOPILKA_CAIRO_FIND, KOPILKA_CAIRO_FIND,
        KOPILKA_CAIRO_FIND, KOPILKA_CAIRO_FIND)
#undef KOPILKA_CAIRO_FIND
    return NULL;
}

#define KOPILKA_CAIRO_CALL0(R, name)                                                                                   \
    static inline R kopilka_cairo_##name(const kopilka_cairo *cairo) { return cairo->name(); }
#define KOPILKA_CAIRO_CALL1(R, name, A)                                                                                \
    static inline R kopilka_cairo_##name(const kopilka_cairo *cairo, A a) { return cairo->name(a); }
#define KOPILKA_CAIRO_CALL2(R, name, A, B)                                                                             \
    static inline R kopilka_cairo_##name(const kopilka_cairo *cairo, A a, B b) { return cairo->name(a, b); }
#define KOPILKA_CAIRO_CALL3(R, name, A, B, C)                                                                          \
    static inline R kopilka_cairo_##name(const kopilka_cairo *cairo, A a, B b, C c) { return cairo->name(a, b, c); }
#define KOPILKA_CAIRO_CALL4(R, name, A, B, C, D)                                                                       \
    static inline R kopilka_cairo_##name(const kopilka_cairo *cairo, A a, B b, C c, D d) {                             \
        return cairo->name(a, b, c, d);                                                                                \
    }
#define KOPILKA_CAIRO_CALL5(R, name, A, B, C, D, E)                                                                    \
    static inline R kopilka_cairo_##name(const kopilka_cairo *cairo, A a, B b, C c, D d, E e) {                        \
        return cairo->name(a, b, c, d, e);                                                                             \
    }

KOPILKA_CAIRO_EACH(KOPILKA_CAIRO_CALL0, KOPILKA_CAIRO_CALL1, KOPILKA_CAIRO_CALL2, KOPILKA_CAIRO_CALL3,
    KOPILKA_CAIRO_CALL4, KOPILKA_CAIRO_CALL5)
