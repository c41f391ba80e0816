import mongoose from 'mongoose';

export type MongoClient = mongoose.mongo.MongoClient;
/** Whom a connection string signs in as, and the database that knows that user. */
export type MongoUser = { readonly name: string; readonly password: string; readonly home: string };

const SIGN_IN_REFUSED = 18;
const FIND_WITHIN_MS = 15_000;

const clientOf = (url: string): MongoClient =>
  new mongoose.mongo.MongoClient(url, { appName: 'ops', serverSelectionTimeoutMS: FIND_WITHIN_MS });

/** Works on a connection that is no service's: what an operator does to a server. */
export async function withMongo<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = clientOf(url);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.close();
  }
}

/**
 * Reads the user out of a connection string; undefined when it is none, or names nobody. Nothing is
 * connected.
 */
export function mongoUserOf(url: string): MongoUser | undefined {
  const credentials = credentialsOf(url);
  if (!credentials?.username || !credentials.password) return undefined;
  return { name: credentials.username, password: credentials.password, home: credentials.source };
}

function credentialsOf(url: string) {
  try {
    return clientOf(url).options.credentials;
  } catch {
    // The driver's own words may repeat what stands in the string.
    return undefined;
  }
}

/** The server knows no such user, or the password is another. */
export const isSignInRefused = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === SIGN_IN_REFUSED;
