/** The colour of a purchase order's state. */
export const orderTones = { POSTED: 'good', REVERSED: 'neutral' } as const
