import mongoose, { type Connection } from 'mongoose';

/** A place, as `charges.customer.name`, and a text that stands there. */
export type Look = (place: string, text: string) => void;

/** Shows every text of every document of a database, names of fields and bytes among them. */
export async function walkDatabase(connection: Connection, look: Look): Promise<void> {
  for (const { name } of await connection.listCollections())
    for await (const document of connection.collection(name).find()) walk(document, name, look);
}

function walk(value: unknown, place: string, look: Look): void {
  if (typeof value === 'string') look(place, value);
  else if (value instanceof mongoose.mongo.Binary) look(place, Buffer.from(value.buffer).toString('utf8'));
  else if (Array.isArray(value)) for (const item of value) walk(item, place, look);
  else if (value !== null && typeof value === 'object' && !(value instanceof Date))
    for (const [name, inner] of Object.entries(value)) {
      look(place, name);
      walk(inner, `${place}.${name}`, look);
    }
}

/** Where any of these texts stands in a database. */
export async function placesOf(connection: Connection, texts: readonly string[]): Promise<readonly string[]> {
  const places = new Set<string>();
  await walkDatabase(connection, (place, text) => {
    if (texts.some((one) => text.includes(one))) places.add(place);
  });
  return [...places].toSorted();
}
