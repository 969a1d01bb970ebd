/** How long typed work is kept for somebody to come back to; what it names must be kept as long. */
export const draftDays = 30
