/** How much of the servers one person's long work may take. */
export const jobLimits = {
  /** Running at once, over all servers. */
  runningPerUser: 2,
  /** Waiting and running; more are refused. */
  underWayPerUser: 20,
  /** Ended ones that are listed, with or without a file. */
  keptPerUser: 50,
  /** Files, and their bytes together; the oldest go first. */
  filesPerUser: 20,
  bytesPerUser: 300 * 1024 * 1024,
  /** Of one file. */
  fileBytes: 100 * 1024 * 1024,
  fileDays: 7,
} as const

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

export type JobState = (typeof jobStates)[number]

/** What jobs say to people. */
export const jobWords = {
  brokeOff: 'The server stopped while it was working on this. Please start it again.',
  failed: 'This could not be finished. Please try again; if that does not help, tell your administrator.',
  otherRights: 'Your account has changed since you asked for this. Please start it again.',
  neverStarted: 'No server could do this. Please start it again.',
  tooLarge: 'The file would be larger than {{limit}} MB. Please narrow the filter.',
  tooMany: 'You have {{limit}} jobs under way. Please wait until some of them are done.',
  ended: 'This job has already ended.',
  underWay: 'This job is still under way. Please cancel it first.',
  unknown: 'There is no such job.',
  noFile: 'This file is no longer kept. Please make it again.',
  export: 'Export of {{name}}',
} as const

/** Rows beyond which an export is a job. */
export const directRows = 20_000
