/** Of app and server, which are built together; package.json's. */
export const version = '0.1.0'
