/** Our own calls: trace. */
export const houseTrace = {}
