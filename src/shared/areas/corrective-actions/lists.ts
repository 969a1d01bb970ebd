import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { refusalReasons } from '../../kernel/reasons.ts'
import { key } from '../../kernel/words.ts'
import type { ActionRow } from './calls.ts'
import { aboutWords, actionStateWords } from './rules.ts'

const f = fields<ActionRow>()

/** What vendors are asked to see to. */
export const correctiveActions = list({
  name: 'corrective-actions',
  rowId: (row) => row.number,
  file: 'corrective-actions',
  shared: [['to_answer', 'overdue']],
  fields: [
    f.code('number', key('Corrective action no.'), (row) => row.number, { width: 150, pinned: true }),
    f.text('title', key('Title'), (row) => row.title, { width: 240, grows: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 170 }),
    f.word('state', key('Status'), (row) => actionStateWords[row.state], { width: 150, words: actionStateWords }),
    f.day('due_on', key('Due date'), (row) => row.due_on, { width: 170 }),
    f.word('about', key('About'), (row) => row.about && aboutWords[row.about.kind], {
      ...{ width: 110, words: aboutWords, shownFrom: 1280 },
    }),
    f.code(
      'about_code',
      key('About which'),
      ({ about }, { t }) => (about?.kind === 'reason' ? t(about.code) : (about?.code ?? null)),
      {
        ...{ width: 160, shownFrom: 1440, words: refusalReasons },
      },
    ),
    f.text('owner', key('To be answered by'), (row) => row.owner, { width: 130, shownFrom: 1440 }),
    f.instant('opened_at', key('Opened'), (row) => row.opened_at, { width: 140, shownFrom: 1440 }),
    f.text('opened_by', key('Opened by'), (row) => row.opened_by, { width: 130, hidden: true }),
    f.instant('answered_at', key('Answer received'), (row) => row.answered_at, { width: 140, shownFrom: 1680 }),
    f.text('judged_by', key('Checked by'), (row) => row.judged_by, { width: 130, hidden: true }),
    f.text('wrong', key('What is wrong'), (row) => row.wrong, { width: 240, hidden: true }),
    f.text('root_cause', key('Root cause'), (row) => row.root_cause, { width: 240, hidden: true }),
    f.text('done', key('What is done about it'), (row) => row.done, { width: 240, hidden: true }),
    f.text('remark', key('What the company says'), (row) => row.remark, { width: 200, hidden: true }),
  ],
})
