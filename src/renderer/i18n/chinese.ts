import { recordLabels } from '../../shared/areas/data/kinds.ts'

const files = import.meta.glob<Record<string, string>>('./zh/*.json', { eager: true, import: 'default' })

/** The bundled Chinese by English text: every part's own file, over what the sheets of records say of their columns themselves. */
export const chinese: Readonly<Record<string, string>> = Object.assign({}, recordLabels, ...Object.values(files))
