import type { ReferenceOperation } from './operations.ts';
import { withShellKey } from './shell-key.ts';

export const LANGUAGES = ['curl', 'node', 'python', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

export const languageNames: Record<Language, string> = { curl: 'curl', node: 'Node.js', python: 'Python', go: 'Go' };

/** An HTTP request of an example. */
export interface SampleRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** JSON. */
  body?: unknown;
  /** Whether a successful response is JSON. */
  isAnswered: boolean;
}

/**
 * Returns the example of an operation with its required parameters.
 *
 * @param origin `https://belfry.example.com`
 * @param key an API key, or a placeholder for one.
 */
export function sampleRequest(operation: ReferenceOperation, origin: string, key: string): SampleRequest {
  const { method, path, parameters = [], requestBody, responses, callers } = operation;
  const exampleOf = (name: string) => String(parameters.find((one) => one.name === name)?.example ?? name);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name)));
  const needed = parameters.filter(({ in: where, required }) => where === 'query' && required);
  const query = new URLSearchParams(needed.map(({ name }) => [name, exampleOf(name)]));
  const body = requestBody?.content['application/json']?.example;
  const token = {
    keys: `ApiKey ${key}`,
    people: 'Bearer <session token>',
    subscribers: 'Bearer <token of the inbox session>',
    anyone: undefined,
  }[callers];
  return {
    method,
    url: `${origin}${filled}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      ...(token !== undefined && { Authorization: token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    isAnswered: Object.values(responses).some(({ content }) => content?.['application/json'] !== undefined),
  };
}

/** Returns a request as code that runs once the key is inserted. */
export function codeOf(request: SampleRequest, language: Language): string {
  return { curl: curlOf, node: nodeOf, python: pythonOf, go: goOf }[language](request);
}

function curlOf({ method, url, headers, body }: SampleRequest): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `;
  const lines = [
    `curl ${verb}${shellOf(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellOf(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellOf(jsonOf(body))}`]),
  ];
  return withShellKey(lines.join(' \\\n  '));
}

function nodeOf({ method, url, headers, body, isAnswered }: SampleRequest): string {
  const parts = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${jsonOf(headers)},`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${jsonOf(body)}),`]),
  ];
  const options = parts.length > 0 ? `, {\n${indented(parts.join('\n'), '  ')}\n}` : '';
  const answer = isAnswered ? 'response.status, await response.json()' : 'response.status';
  return `const response = await fetch(${JSON.stringify(url)}${options});\nconsole.log(${answer});`;
}

function pythonOf({ method, url, headers, body, isAnswered }: SampleRequest): string {
  const parts = [
    JSON.stringify(url),
    ...(Object.keys(headers).length > 0 ? [`headers=${literalOf(headers)}`] : []),
    ...(body === undefined ? [] : [`json=${literalOf(body)}`]),
  ];
  const call = `requests.${method.toLowerCase()}(\n${indented(parts.join(',\n'), '    ')},\n)`;
  const answer = isAnswered ? 'response.status_code, response.json()' : 'response.status_code';
  return `import requests\n\nresponse = ${call}\nprint(${answer})`;
}

function goOf({ method, url, headers, body }: SampleRequest): string {
  const reader = body === undefined ? 'nil' : 'strings.NewReader(body)';
  const imports = ['"fmt"', '"io"', '"net/http"', ...(body === undefined ? [] : ['"strings"'])];
  const lines = [
    ...(body === undefined ? [] : [`body := ${goText(body)}`]),
    `request, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${reader})`,
    'if err != nil {\n\tpanic(err)\n}',
    ...Object.entries(headers).map(
      ([name, value]) => `request.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\tpanic(err)\n}',
    'defer response.Body.Close()',
    'answer, _ := io.ReadAll(response.Body)',
    'fmt.Println(response.Status, string(answer))',
  ];
  const main = `func main() {\n${lines.map((line) => (line.startsWith('body') ? `\t${line}` : indented(line, '\t'))).join('\n')}\n}`;
  return `package main\n\nimport (\n${imports.map((name) => `\t${name}`).join('\n')}\n)\n\n${main}`;
}

/** Returns the body as a raw string, whose lines must not be indented. */
function goText(body: unknown): string {
  const json = jsonOf(body);
  return json.includes('`') ? JSON.stringify(JSON.stringify(body)) : `\`${json}\``;
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function shellOf(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map(literalOf)
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${literalOf(part)}`);
  return parts.length === 0 ? `${start}${end}` : `${start}\n${indented(parts.join(',\n'), '    ')},\n${end}`;
}

function indented(text: string, indent: string): string {
  return text.replace(/^(?=.)/gm, indent);
}
