declare const brand: unique symbol;

/** A `T` that only its own constructor produces. Costs nothing at run time. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
