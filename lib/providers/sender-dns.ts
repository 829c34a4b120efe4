/** The DNS records with which the domain of a sender allows a vendor to send for it. Only what the vendor documents. */
export interface SenderDns {
  /** The vendor's page about the records. */
  docsLink: string;
  /** The host that the SPF record includes. Absent: the vendor receives bounces at its own domain, so SPF is not the sender's. */
  spf?: string;
  /** The selectors of the DKIM keys, each of which is required. Absent: each account has its own. */
  selectors?: readonly string[];
  /** The credential with the selector of the DKIM key, instead of `selectors`. */
  selectorKey?: string;
  /** The credential with the domain that signs. Absent: the domain of the sender. */
  domainKey?: string;
}
