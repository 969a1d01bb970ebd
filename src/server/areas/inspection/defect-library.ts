import {
  defectLibraryFault,
  defectLibraryMessages,
  type KnownDefect,
} from '../../../shared/areas/inspection/defect-library.ts'
import type { Contract } from '../../../shared/areas.ts'
import { loadGroup, readGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'

/** The defects that inspectors of both countries know by name, in their order. */
const library = settingGroup({
  prefix: 'qc',
  rows: ['qc_defect_library'],
  fields: ['defects'],
  shown: ({ qc_defect_library }) => ({ defects: qc_defect_library }),
  kept: ({ defects }: { defects: KnownDefect[] }) => ({ qc_defect_library: defects }),
})

/** The names, for papers. */
export async function knownDefects(db: Db): Promise<readonly KnownDefect[]> {
  return (await readGroup(db, library)).settings.defects
}

export const defectLibrary: Handlers<Contract['inspection']>['defectLibrary'] = async (_, { db }) =>
  reply(await loadGroup(db, library))

/** Defects that were found keep the name they were found by. Throws invalid_input where two have one name, `stale` where somebody was quicker. */
export const saveDefectLibrary: Handlers<Contract['inspection']>['saveDefectLibrary'] = (input, context) => {
  const fault = defectLibraryFault(input.settings.defects)
  if (fault !== null) throw invalidInput(fault, { fields: [{ field: 'settings.defects', message: fault }] })
  return context.command((tx) => saveGroup(tx, context, library, input, defectLibraryMessages.saved))
}
