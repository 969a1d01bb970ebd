import { Readable } from 'node:stream'
import { surveyWords } from '../../../shared/areas/style-surveys/rules.ts'
import { surveySheet } from '../../../shared/areas/style-surveys/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { bytesOf, fileKey } from '../../files/files.ts'
import type { Handlers } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'

const designColumns = {
  ...{ survey: col.text, design: col.text, name: col.text, category: col.text, colours: col.text, fabric: col.text },
  file_id: col.textOrNull,
}

/** style_survey.xlsx: a design a row with its picture beside it, and a list of scores to choose from. */
export const downloadStyleSurveyFile: Handlers<Contract['styleSurveys']>['downloadStyleSurveyFile'] = async (
  { survey, reviewer },
  context,
) => {
  const { db, files } = context
  const { rows } = await rowsOf(designColumns)`
    SELECT v.code AS survey, c.code AS design, c.name, c.category, coalesce((SELECT string_agg(o.color, ', ' ORDER BY o.position)
      FROM catalogue_color o WHERE o.catalogue_id = c.id), '') AS colours, coalesce(c.fabric_composition, c.fabric_type, '') AS fabric,
      p.file_id
    FROM style_survey v JOIN style_survey_design d ON d.survey_id = v.id JOIN catalogue_style c ON c.id = d.catalogue_id
    LEFT JOIN catalogue_picture p ON p.id = c.picture_id AND p.removed_at IS NULL
    WHERE v.code = ${survey} ORDER BY d.position`.execute(db)
  if (rows.length === 0) throw notFound(surveyWords.notFound, { survey })
  await recordDownload(context, 'style_survey.xlsx', { survey })
  const pictures = new Map<number, Buffer>()
  for (const [at, { file_id }] of rows.entries()) {
    const bytes = file_id === null ? null : await bytesOf(files, fileKey('icons', file_id))
    if (bytes) pictures.set(at, bytes)
  }
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  const { addPictures } = await import('../../sheets/add-pictures.ts')
  const plain = writeWorkbook(
    surveySheet,
    rows.map(({ file_id: _file, ...row }) => ({ ...row, reviewer: reviewer || null, score: null, remark: null })),
  )
  return { body: Readable.from([await addPictures(plain, { en: 'Picture', zh: '图片' }, pictures)]) }
}
