import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const disputeFigures = {
  disputesAsked: figure(
    'disputes',
    key('Disputes with a question from QC'),
    key('Open disputes of QC results that wait for an answer of the vendor.'),
  ),
  disputesOverdue: figure(
    'disputes',
    key('Disputes of vendors that are overdue'),
    key('Open disputes of QC results whose due date has passed where the vendors are, whoever they wait for.'),
  ),
  disputesOwn: figure(
    'disputes',
    key('Disputes of vendors that are yours'),
    key('Open disputes of QC results that are given to you.'),
  ),
  disputesToDo: figure(
    'disputes',
    key('Decided disputes to be done'),
    key(
      'Disputes of QC results that were upheld, and whose step was not done yet: counting, inspecting or reverting the box again, or taking the claim back.',
    ),
  ),
  disputesToAnswer: figure(
    'disputes',
    key('Disputes of vendors to answer'),
    key('Open disputes of QC results that wait for the company.'),
  ),
} as const
