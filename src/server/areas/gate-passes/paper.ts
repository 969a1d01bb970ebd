import { sql } from 'kysely'
import { paperCopies } from '../../../shared/areas/gate-passes/documents.ts'
import { passDocument } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { documentContent } from './documents.ts'
import type { Paper } from './paper-layout.ts'
import { findPass, hidesPapers } from './pass-rows.ts'
import { pickListPaper } from './pick-list.ts'

const issuedPaper = passDocument.extend({ content: col.json })

/**
 * The paper of a pass as pages. It is always the one that was issued; whoever may not see prices gets it without values and taxes, for
 * the goods to travel with, and the tax invoice itself comes from somebody who may.
 */
export const gatePassPaper: Handlers<Contract['gatePasses']>['gatePassPaper'] = async (input, context) => {
  const pass = await findPass(context.db, context.caller, input.gate_pass)
  if (input.paper === 'pick_list') return pickListPaper(pass, context)
  const { rows } = await rowsOf(issuedPaper)`
    SELECT kind, number, issued_on, state, content FROM gate_pass_document
    WHERE pass_id = ${pass.id} AND ${input.number === undefined ? sql`true` : sql`number = ${input.number}`}
    ORDER BY state DESC, issued_at DESC LIMIT 1`.execute(context.db)
  const [found] = rows
  const isHidden = hidesPapers(context.caller, pass)
  if (found === undefined || isHidden)
    throw moveNotAllowed(isHidden ? passWords.blindPaper : passWords.noPaper, [], {
      values: { gate_pass: pass.gate_pass },
    })
  const { kind, number, issued_on, state } = found
  const paper: Paper = {
    ...{ kind, number, issued_on, gate_pass: pass.gate_pass, isCancelled: state === 'CANCELLED' },
    showsValues: hasRight(context.caller, 'seePrices'),
    content: documentContent.parse(found.content),
    copies: input.copy === undefined ? paperCopies : [input.copy],
  }
  const name = `${[number.replaceAll('/', '-'), ...(input.copy === undefined ? [] : [input.copy])].join('-')}.pdf`
  await recordDownload(context, name, { gate_pass: pass.gate_pass, document: number, with_values: paper.showsValues })
  // Loaded when needed: the libraries for pages would hold up every start.
  const { passPaperPdf } = await import('./paper-layout.ts')
  return { body: passPaperPdf(paper, { resourcesDir: context.resources }), name }
}
