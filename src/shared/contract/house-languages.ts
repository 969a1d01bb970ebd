/** Our own calls: languages. */
export const houseLanguages = {}
