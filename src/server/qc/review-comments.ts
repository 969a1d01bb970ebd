import type { Contract } from '../../shared/contract/index.ts'
import { reasonUsually, refusalReasons, severityZh } from '../../shared/domain/reasons.ts'
import { severities } from '../../shared/domain/sampling.ts'
import { type Handlers, said } from '../http/call.ts'

/** The words of a refusal in both languages, each reason with its usual severity. */
export const getReviewCommentMeta: Handlers<Contract['qcShared']>['getReviewCommentMeta'] = async () =>
  said({
    reasons: refusalReasons.map((reason) => {
      const { zh, severity } = reasonUsually[reason]
      return { reason, reason_zh: zh, severity }
    }),
    severities: severities.map((severity) => ({ severity, severity_zh: severityZh[severity] })),
  })
