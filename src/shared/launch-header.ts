/** Carries the launch secret from the desktop app to the server in it. */
export const launchHeader = 'x-selvedge-launch'
