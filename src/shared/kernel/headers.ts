/** Carries the launch secret from the desktop app to the server in it. */
export const launchHeader = 'x-selvedge-launch'

/**
 * Says for whom the caller believes to work: the user's id, which is no secret. All tabs of a browser send one cookie, so a page
 * may call with the session of somebody who signed in in another tab. An event stream, which a browser opens without headers of
 * ours, says it by a query of the same name.
 */
export const userHeader = 'x-selvedge-user'

/** What a program is known again by after a sign-in, as a browser is by a cookie: the `device` of the sign-in's reply. It opens nothing. */
export const deviceHeader = 'x-selvedge-device'

/** Of app and server, which are built together; package.json's. */
export const version = '0.1.0'

/** What a request is called in the logs of both sides: the caller's own id when it is well-formed. */
export const requestIdHeader = 'x-request-id'
