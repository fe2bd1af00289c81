export const about = {
  title: 'About',
  version: 'Version',
  company: 'Company',
  api: 'API',
  mcp: 'MCP',
  documentation: 'Documentation',
  unknown: 'Unknown',
};
