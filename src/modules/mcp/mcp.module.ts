import { Module } from '@nestjs/common';
import { McpEndpoint } from './mcp-endpoint.js';
import { McpController } from './mcp.controller.js';

@Module({ controllers: [McpController], providers: [McpEndpoint] })
export class McpModule {}
