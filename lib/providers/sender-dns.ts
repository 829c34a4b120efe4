/**
 * The DNS records by which a sender domain allows a vendor to send for it. Contains only records that the vendor
 * documents.
 */
export interface SenderDns {
  /** The vendor's page about the records. */
  docsLink: string;
  /**
   * The host that the domain's SPF record must include. Absent: bounces return to the vendor's domain, so the SPF
   * record of the sender domain is not checked.
   */
  spf?: string;
  /** The selectors of the required DKIM keys. Absent: each account has its own selectors. */
  selectors?: readonly string[];
  /** The key of the credential that contains the DKIM selector, instead of `selectors`. */
  selectorKey?: string;
  /** The key of the credential that contains the signing domain. Absent: the sender domain signs. */
  domainKey?: string;
}
