export * from './licences.ts';
export * from './locked-packages.ts';
export * from './vulnerabilities.ts';
