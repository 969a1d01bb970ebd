/** An open page asks again every minute while it is in sight: what others do is in its numbers. */
export const followsOthers = { everyMs: 60_000 }
