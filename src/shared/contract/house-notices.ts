/** Our own calls: notices. */
export const houseNotices = {}
