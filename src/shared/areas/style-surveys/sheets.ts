import { column, type Header, sheet } from '../../kernel/sheet.ts'

const scores: Readonly<Record<'1' | '2' | '3' | '4' | '5', Header>> = {
  1: { en: '1', zh: '1' },
  2: { en: '2', zh: '2' },
  3: { en: '3', zh: '3' },
  4: { en: '4', zh: '4' },
  5: { en: '5', zh: '5' },
}

/** Designs of a survey with their pictures: a reviewer fills in a score each. An empty score says nothing. */
export const surveySheet = sheet({
  name: 'style_survey',
  noRows: 'The sheet has no rows.',
  key: ['survey', 'design', 'reviewer'],
  columns: {
    survey: column.code('recordCode', 'Survey', '调研编号', { required: true, example: 'SV-000001', width: 14 }),
    design: column.code('recordCode', 'Design', '目录款号', {
      required: true,
      also: ['vendor_catalogue_id'],
      width: 14,
    }),
    name: column.shown('Style name', '款式名称'),
    category: column.shown('Category', '品类'),
    colours: column.shown('Colours', '颜色'),
    fabric: column.shown('Fabric', '面料'),
    reviewer: column.text('Reviewer', '评审人', { maxLength: 80, width: 20 }),
    score: column.choice(scores, 'Score (1–5)', '评分（1–5）', { also: ['Score', '评分'], width: 14 }),
    remark: column.text('Remark', '备注', { maxLength: 500, width: 30 }),
  },
})
