import { list } from '../../kernel/list.ts'
import { indiaBoxes } from '../india-receiving/lists.ts'

/** The boxes that India received, as they are judged there: views of it are kept apart from those of receiving. */
export const indiaQcBoxes = list({ ...indiaBoxes, name: 'india-qc-boxes' })
