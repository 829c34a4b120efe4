/**
 * The DNS records with which a sender domain allows a vendor to send on its behalf. Only records that the vendor
 * documents.
 */
export interface SenderDns {
  /** The vendor's page about the records. */
  docsLink: string;
  /**
   * The host that the SPF record includes. Absent: the vendor receives bounces at its own domain, so SPF does not
   * concern the sender domain.
   */
  spf?: string;
  /** The selectors of the DKIM keys, each of which is required. Absent: each account has its own. */
  selectors?: readonly string[];
  /** The credential with the selector of the DKIM key, instead of `selectors`. */
  selectorKey?: string;
  /** The credential with the domain that signs. Absent: the domain of the sender. */
  domainKey?: string;
}
