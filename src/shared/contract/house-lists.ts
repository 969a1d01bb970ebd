/** Our own calls: lists. */
export const houseLists = {}
