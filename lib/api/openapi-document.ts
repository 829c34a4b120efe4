export type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 document, which the dashboard reads too. */
export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: Record<string, Record<string, unknown>>;
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  /** The scopes of API keys that may call the operation. Absent if no API key may. */
  'x-key-scopes'?: string[];
  /** The roles of members who may call the operation. Absent if every member may, or none needs to sign in. */
  'x-roles'?: string[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, OpenApiContent> };
  responses: Record<string, OpenApiResponse>;
}

interface OpenApiContent {
  schema: JsonSchema;
  example?: unknown;
}

/** A successful response, or a reference to an error in `components.responses`. */
export interface OpenApiResponse {
  $ref?: string;
  description?: string;
  content?: Record<string, OpenApiContent>;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}
