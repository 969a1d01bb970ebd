export const durations: Readonly<Record<string, { whole: number; smoke: number }>> = {}
