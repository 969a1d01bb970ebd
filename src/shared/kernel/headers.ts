/** Carries the launch secret from the desktop app to the server in it. */
export const launchHeader = 'x-selvedge-launch'

/**
 * Says for whom the caller believes to work: the user's id, which is no secret. All tabs of a browser send one cookie, so a page
 * may call with the session of somebody who signed in in another tab. An event stream, which a browser opens without headers of
 * ours, says it by a query of the same name.
 */
export const userHeader = 'x-selvedge-user'

/** Identifies a program again after a sign-in, as a cookie does a browser: the `device` of the sign-in's reply. It opens nothing. */
export const deviceHeader = 'x-selvedge-device'

/** Version of app and server, which are built together; package.json's. */
export const version = '0.1.0'

/** Identifies a request in the logs of both sides: the caller's own id when it is well-formed. */
export const requestIdHeader = 'x-request-id'
