// What jsi18n brings with the page's language. Where it did not come, all is said in English, as it is written.

globalThis.gettext ??= (words) => words;
globalThis.ngettext ??= (one, many, count) => (count === 1 ? one : many);
globalThis.pgettext ??= (_context, words) => words;
globalThis.npgettext ??= (_context, one, many, count) => (count === 1 ? one : many);
globalThis.interpolate ??= (format, values) => format.replace(/%\((\w+)\)s/g, (_whole, name) => String(values[name]));
