/** How much of each a person may keep. */
export const listLimits = {
  viewsPerList: 50,
  viewName: 60,
  preferences: 200,
  /** Bytes of one preference as JSON. */
  preferenceBytes: 16 * 1024,
  preferenceDepth: 10,
  exportedRows: 100_000,
  exportedColumns: 60,
  /** Rows chosen by hand. */
  chosenRows: 5_000,
} as const
